"""What short interface texts say, in the languages of the corpora: evidence for the block score, never a verdict.

Each group is a feature ("says:share"); its weight is fitted. Whole-text phrases match a leaf that says just that; openings
match its beginning.
"""

WHOLE = {
    "share": (
        "share", "share this", "tweet", "facebook", "twitter", "linkedin", "pinterest", "whatsapp", "email", "e-mail", "print", "x",
        "copy link", "partager", "imprimer", "teilen", "drucken", "compartir", "imprimir", "condividi", "stampa", "instagram", "youtube",
        "follow us", "suivez-nous", "share this post", "share this article", "share on facebook", "telegram", "reddit", "share:", "tiktok",
    ),
    "action": (
        "read more", "learn more", "more", "show more", "load more", "see all", "view all", "see more", "view more", "find out more",
        "continue reading", "en savoir plus", "lire la suite", "voir plus", "voir tout", "mehr", "mehr erfahren", "weiterlesen",
        "alle anzeigen", "leer más", "ver más", "ver todo", "leggi tutto", "scopri di più", "apply now", "book now", "buy now",
        "add to cart", "add to basket", "shop now", "get started", "contact us", "sign up", "subscribe", "download", "submit", "send",
        "reply", "report", "quote", "like", "edit", "close", "cancel", "ok", "accept", "back", "next", "previous", "back to top",
        "haut de page", "nach oben", "volver arriba", "request a quote", "register", "register now", "log in", "login", "sign in",
        "découvrir", "répondre", "antworten", "responder", "rispondi", "quick view", "compare", "add to wishlist", "learn more >",
        "read more »", "book a demo", "try for free", "get a quote", "donate", "search", "menu", "filter", "filters", "clear all", "apply",
        "sort by", "reset", "skip to content", "skip to main content", "copy", "expand all", "collapse all", "view", "details", "watch video",
    ),
    "heading-related": (
        "related", "related posts", "related articles", "related products", "related content", "related stories", "related topics",
        "you may also like", "you might also like", "recommended", "recommended for you", "more from", "read next", "up next", "latest news",
        "latest posts", "recent posts", "popular posts", "trending", "most read", "most popular", "more stories", "similar products",
        "customers also bought", "recently viewed", "featured", "see also", "à lire aussi", "articles similaires", "articles liés",
        "vous aimerez aussi", "ähnliche artikel", "das könnte sie auch interessieren", "artículos relacionados", "también te puede interesar",
        "articoli correlati", "potrebbe interessarti", "suggested topics", "new & unread topics", "more like this", "keep reading",
        "recent articles", "similar threads", "latest articles", "you may also be interested in", "categories", "archives", "tags",
        "recent comments", "explore more", "more to explore", "quick links", "popular", "latest", "resources", "follow us", "related links",
    ),
    "heading-comment": (
        "comments", "leave a comment", "leave a reply", "post a comment", "add a comment", "commentaires", "laisser un commentaire",
        "kommentare", "kommentar schreiben", "schreibe einen kommentar", "comentarios", "deja un comentario", "commenti", "lascia un commento",
        "join the conversation", "reader interactions", "cancel reply", "write a review", "customer reviews", "reviews", "avis", "bewertungen",
    ),
    "heading-newsletter": (
        "newsletter", "subscribe to our newsletter", "sign up for our newsletter", "stay in the loop", "stay up to date", "stay connected",
        "stay informed", "get in touch", "contact us", "contact", "join our newsletter", "stay updated", "subscribe", "join our mailing list",
    ),
    "nav": (
        "home", "about", "about us", "news", "blog", "contact", "careers", "products", "services", "support", "help", "faq", "faqs", "shop",
        "company", "resources", "events", "accueil", "startseite", "inicio", "privacy policy", "terms of use", "terms of service", "imprint",
        "impressum", "datenschutz", "mentions légales", "sitemap", "terms & conditions", "terms and conditions", "cookie policy", "legal",
        "my account", "cart", "english", "deutsch", "français", "español", "italiano", "all", "on this page", "table of contents", "contents",
        "cookie settings", "accessibility", "privacy", "terms", "faq's", "disclaimer", "in this article", "jump to", "share this page",
    ),
}
OPENING = {
    "legal": (
        "©", "copyright", "all rights reserved", "(c)", "tous droits réservés", "alle rechte vorbehalten", "todos los derechos",
        "tutti i diritti", "by continuing", "by signing up", "by clicking", "by subscribing", "this site is protected by", "privacy",
        "disclaimer",
    ),
    "cookie": ("we use cookies", "this website uses cookies", "this site uses cookies", "nous utilisons des cookies", "wir verwenden cookies",
               "diese website verwendet cookies", "utilizamos cookies", "utilizziamo i cookie", "ce site utilise des cookies", "cookies"),
    "byline": ("by ", "posted by", "written by", "author:", "posted on", "published", "updated", "last updated", "par ", "von ", "publié", "por ",
               "veröffentlicht", "posted in", "filed under", "tagged", "categories:", "tags:", "category:", "last modified", "reviewed by",
               "edited by", "photo by", "photo:", "image:", "source:", "min read"),
    "form": ("your email", "email address", "first name", "last name", "enter your", "your name", "name *", "email *", "phone", "required",
             "i agree", "please enter", "search for", "password", "username", "forgot", "remember me", "don't have an account",
             "already have an account", "you must be logged in", "please log in", "sign in to"),
    "related": ("related:", "read also", "read more:", "also read", "see also", "lire aussi", "lesen sie auch", "más en", "more from", "read next",
                "previous:", "next:", "previous post", "next post", "previous article", "next article", "lire aussi :", "leggi anche", "lee también",
                "you may also", "you might also", "recommended", "related"),
    "stats": ("views", "likes", "replies", "posts", "joined", "comments", "reading time", "share"),
}
