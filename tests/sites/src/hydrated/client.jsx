import { hydrateRoot } from "react-dom/client";
import { App } from "./app.jsx";

hydrateRoot(document.getElementById("__next"), <App page={JSON.parse(document.getElementById("__NEXT_DATA__").textContent).props.page} />);
