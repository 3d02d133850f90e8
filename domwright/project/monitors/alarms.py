"""What was not met by the crawls of this process, for the command's exit code."""

ALARMS: list[str] = []
