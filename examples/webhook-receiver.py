"""Takes the pushes of a sandbox, checks by both their signatures that they come from it, and prints them, with nothing but
Python's standard library:

  python3 examples/webhook-receiver.py [port]

The secrets are the demo partner's, of the sandbox that was started in this folder, or those that WAYBILL_SECRET and
WAYBILL_WEBHOOK_SECRET name. A push may come twice, with the same webhook-id: a receiver that acts on it must act once.
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

OLDEST_SECONDS = 300
PORT = int(sys.argv[1]) if len(sys.argv) > 1 else 9000
DEMO = ".waybill/demo-partner.json"
if "WAYBILL_WEBHOOK_SECRET" in os.environ:
    API_SECRET, WEBHOOK_SECRET = os.environ["WAYBILL_SECRET"], os.environ["WAYBILL_WEBHOOK_SECRET"]
else:
    if not os.path.exists(DEMO):
        sys.exit(f"There is no {DEMO} here. Start the sandbox in this folder, or say with WAYBILL_SECRET and WAYBILL_WEBHOOK_SECRET whose pushes come.")
    with open(DEMO, encoding="utf-8") as file:
        demo = json.load(file)
    API_SECRET, WEBHOOK_SECRET = demo["apiSecret"], demo["webhookSecret"]
WEBHOOK_KEY = base64.b64decode(WEBHOOK_SECRET.removeprefix("whsec_"))


def has_genuine_headers(headers, body):
    """Standard Webhooks: over id, timestamp and the very bytes of the body. While a secret is changed there are several."""
    timestamp = headers.get("webhook-timestamp", "")
    signed = f"{headers.get('webhook-id')}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.digest(WEBHOOK_KEY, signed, hashlib.sha256)).decode()
    signatures = headers.get("webhook-signature", "").split(" ")
    return is_recent(timestamp) and any(is_same(signature, expected) for signature in signatures)


def has_genuine_body(path, body):
    """The API's own: over timestamp, method, path and the very bytes of `data`, which comes last in the body."""
    push = json.loads(body)
    data = body[body.index(b'"data":') + len(b'"data":'):-1]
    signed = f"{push['timestamp']}\r\nPOST\r\n{path}\r\n\r\n".encode() + data
    expected = hmac.new(API_SECRET.encode(), signed, hashlib.sha256).hexdigest()
    return is_recent(str(push["timestamp"])) and is_same(push["signature"], expected)


def is_recent(timestamp):
    return timestamp.isdecimal() and abs(time.time() - int(timestamp)) < OLDEST_SECONDS


def is_same(given, expected):
    """Takes as long for a wrong one as for a right one."""
    return hmac.compare_digest(given.encode(), expected.encode())


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        status = 200
        if not body:
            say("asked whether anybody is here: yes")
        elif has_genuine_headers(self.headers, body) and has_genuine_body(self.path.split("?")[0], body):
            push = json.loads(body)
            say(f"{push['eventType']} {json.dumps(push['data'], ensure_ascii=False)}")
        else:
            say("a push with a wrong signature, refused")
            status = 401
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        """What there is to say has been said."""


def say(line):
    print(line, flush=True)


server = HTTPServer(("localhost", PORT), Receiver)
say(f"listening on http://localhost:{PORT}")
server.serve_forever()
