"""A first order, from the quotation to the doorstep, with nothing but Python's standard library:

  python3 examples/first-order.py

It calls the sandbox that was started in this folder as its demo partner, or any other one that WAYBILL_URL, WAYBILL_KEY,
WAYBILL_SECRET and WAYBILL_CA name.
"""

import hashlib
import hmac
import json
import os
import ssl
import sys
import time
import urllib.error
import urllib.request
import uuid

DEMO = ".waybill/demo-partner.json"
if "WAYBILL_KEY" in os.environ:
    KEY, SECRET = os.environ["WAYBILL_KEY"], os.environ["WAYBILL_SECRET"]
    AUTHORITY = os.environ.get("WAYBILL_CA")
    URL = os.environ.get("WAYBILL_URL", "https://localhost:8443")
else:
    if not os.path.exists(DEMO):
        sys.exit(f"There is no {DEMO} here. Start the sandbox in this folder, or say with WAYBILL_KEY and WAYBILL_SECRET who calls.")
    with open(DEMO, encoding="utf-8") as file:
        demo = json.load(file)
    KEY, SECRET = demo["apiKey"], demo["apiSecret"]
    AUTHORITY = os.environ.get("WAYBILL_CA", ".waybill/tls/ca.pem")
    URL = os.environ.get("WAYBILL_URL", demo.get("url", "https://localhost:8443"))
TLS = ssl.create_default_context(cafile=AUTHORITY)


def call(method, path, data=None):
    """Makes one call. Whoever was too quick is let in a moment later."""
    body = b"" if data is None else json.dumps({"data": data}).encode()
    request_id = str(uuid.uuid4())
    while True:
        try:
            with send(method, path, body, request_id) as answer:
                text = answer.read()
                return json.loads(text)["data"] if text else None
        except urllib.error.HTTPError as refusal:
            if refusal.code != 429:
                sys.exit(f"{method} {path} was answered with {refusal.code}: {refusal.read().decode()}")
            time.sleep(int(refusal.headers.get("Retry-After", 1)))
        except urllib.error.URLError as silence:
            sys.exit(f"{URL} gave no answer: {silence.reason}. Is the sandbox running?")


def send(method, path, body, request_id):
    """The signature is over the very bytes that are sent, and over the path without its query."""
    timestamp = str(int(time.time() * 1000))
    head = f"{timestamp}\r\n{method}\r\n{path.split('?')[0]}\r\n\r\n".encode()
    signature = hmac.new(SECRET.encode(), head + body, hashlib.sha256).hexdigest()
    headers = {
        "Authorization": f"hmac {KEY}:{timestamp}:{signature}",
        "Content-Type": "application/json",
        "Market": "HK",
        "Request-ID": request_id,
    }
    request = urllib.request.Request(URL + path, data=body or None, headers=headers, method=method)
    return urllib.request.urlopen(request, context=TLS, timeout=30)


def place_order(reference):
    quotation = call("POST", "/v3/quotations", {
        "serviceType": "MOTORCYCLE",
        "language": "en_HK",
        "stops": [{"address": "Central, Hong Kong"}, {"address": "Mong Kok, Hong Kong"}],
    })
    price = quotation["priceBreakdown"]
    print(f"Quoted      {price['total']} {price['currency']} for {quotation['distance']['value']} m")
    order = call("POST", "/v3/orders", {
        "quotationId": quotation["quotationId"],
        "sender": {"name": "Ada", "phone": "+85256847123"},
        "recipients": [{"name": "Ben", "phone": "+85256847124"}],
        "metadata": {"reference": reference},
    })
    print(f"Placed      order {order['orderId']}, {order['status']}")
    return order["orderId"]


def insist(is_as_it_should_be, otherwise):
    if not is_as_it_should_be:
        sys.exit(otherwise)


# The simulated drivers leave our orders to us meanwhile.
simulation = call("GET", "/sandbox/v1/simulation")
call("PUT", "/sandbox/v1/simulation", {"drivers": "MANUAL"})

reference = f"EXAMPLE-{uuid.uuid4()}"
order_id = place_order(reference)
steps = {"DRIVER_ACCEPT": "ON_GOING", "DRIVER_PICK_UP": "PICKED_UP", "DRIVER_DROP_OFF": "COMPLETED"}
for action, expected in steps.items():
    status = call("POST", f"/sandbox/v1/orders/{order_id}/actions", {"action": action})["status"]
    print(f"Happened    {action}: {status}")
    insist(status == expected, f"after {action} the order should be {expected}")

found = call("GET", f"/v3/orders?metadata.reference={reference}")
insist([order["orderId"] for order in found] == [order_id], f"{reference} should name this order and no other")
print(f"Found       order {order_id} by its reference {reference}")

second_id = place_order(f"{reference}-B")
call("DELETE", f"/v3/orders/{second_id}")
status = call("GET", f"/v3/orders/{second_id}")["status"]
insist(status == "CANCELED", "the second order should be CANCELED")
print(f"Cancelled   order {second_id}, {status}")

call("PUT", "/sandbox/v1/simulation", simulation)
