"""Commands of the ready project alone, found through COMMANDS_MODULE."""
