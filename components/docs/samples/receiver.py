# Receives webhooks: checks the signature, keeps each delivery once, answers.
# Python 3.8 or later, no packages:
# WEBHOOK_SECRETS=whsec_... PORT=8080 python3 receiver.py
import hashlib
import hmac
import json
import os
import re
import sys
import traceback
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PORT = int(os.environ.get("PORT", "8080"))
INBOX = os.environ.get("INBOX", "inbox")

# While a secret is being rotated: the old and the new one, separated by a comma.
SECRETS = [one for one in os.environ.get("WEBHOOK_SECRETS", "").split(",") if one]
if not SECRETS:
    sys.exit("WEBHOOK_SECRETS is not set")

SIGNATURE_HEADERS = ["X-Service-Signature", "X-Legacy-Signature"]
LARGEST_BODY = 65_536


class Receiver(BaseHTTPRequestHandler):
    timeout = 5

    def do_POST(self):
        """4xx ends the delivery, 5xx has it tried again."""
        try:
            status = self.answer()
        except Exception:
            traceback.print_exc()
            status = 500
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def answer(self):
        # This small server reads no chunked bodies; yours may. 5xx: it is sent again.
        length = self.headers.get("Content-Length", "")
        if not re.fullmatch("[0-9]{1,9}", length):
            return 501
        if int(length) > LARGEST_BODY:
            return 413
        # The bytes as they came: parsed and written again, they have another signature.
        body = self.rfile.read(int(length))
        if not is_genuine(body, self.headers):
            return 400
        delivery_id = delivery_id_of(body)
        if delivery_id is None:
            return 400
        keep_once(delivery_id, body)
        return 200


def is_genuine(body, headers):
    """
    Whether one of the secrets has signed the body, however old it is: a retry carries
    the time of its event. How long this takes tells nothing about the right signature.
    """
    given = [headers.get(name, "").encode() for name in SIGNATURE_HEADERS]
    for secret in SECRETS:
        digest = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
        expected = f"sha256={digest}".encode()
        if any(hmac.compare_digest(one, expected) for one in given):
            return True
    return False


def delivery_id_of(body):
    """The id of the body, which is signed; the header that repeats it is not."""
    try:
        event = json.loads(body)
    except ValueError:
        return None
    delivery_id = event.get("id") if isinstance(event, dict) else None
    is_id = isinstance(delivery_id, str) and re.fullmatch(r"whd_[A-Za-z0-9_]+", delivery_id)
    return delivery_id if is_id else None


def keep_once(delivery_id, body):
    """
    Keeps a delivery under its id; one that is there already stays as it is. In your
    product this is one INSERT into a table whose key is the id. A job of yours then takes
    each new row, queries the resource that it names, and decides.
    """
    draft = os.path.join(INBOX, f"{delivery_id}.{uuid.uuid4()}")
    with open(draft, "wb") as file:
        file.write(body)
    try:
        os.link(draft, os.path.join(INBOX, f"{delivery_id}.json"))
    except FileExistsError:
        pass
    finally:
        os.remove(draft)


if __name__ == "__main__":
    os.makedirs(INBOX, exist_ok=True)
    server = ThreadingHTTPServer(("127.0.0.1", PORT), Receiver)
    print(f"Listening on port {PORT}", flush=True)
    server.serve_forever()
