#!/bin/sh
# A first order, from the quotation to the doorstep, with nothing but curl and openssl:
#
#   sh examples/first-order.sh
#
# It calls the sandbox that was started in this folder as its demo partner, or any other one that WAYBILL_URL, WAYBILL_KEY,
# WAYBILL_SECRET and WAYBILL_CA name.
set -eu

DEMO=.waybill/demo-partner.json

# demo NAME: what the sandbox of this folder has written down of its demo partner.
demo() {
  sed -n "s/.*\"$1\": \"\(.*\)\".*/\1/p" "$DEMO"
}

fail() {
  echo "$1" >&2
  exit 1
}

if [ -n "${WAYBILL_KEY:-}" ]; then
  KEY=$WAYBILL_KEY SECRET=$WAYBILL_SECRET AUTHORITY=${WAYBILL_CA:-} URL=${WAYBILL_URL:-}
else
  [ -f "$DEMO" ] || fail "There is no $DEMO here. Start the sandbox in this folder, or say with WAYBILL_KEY and WAYBILL_SECRET who calls."
  KEY=$(demo apiKey) SECRET=$(demo apiSecret) AUTHORITY=${WAYBILL_CA:-.waybill/tls/ca.pem} URL=${WAYBILL_URL:-$(demo url)}
fi
URL=${URL:-https://localhost:8443}

# call METHOD PATH [BODY]: makes one call, and prints its answer. Whoever was too quick is let in a moment later.
call() {
  request_id=$(openssl rand -hex 16)
  send "$@"
  while [ "$status" = 429 ]; do
    sleep 1
    send "$@"
  done
  [ "$status" -lt 300 ] || fail "$1 $2 was answered with $status: $answer"
  printf '%s\n' "$answer"
}

# send METHOD PATH [BODY]: the signature is over the very bytes that are sent, and over the path without its query.
send() {
  timestamp=$(date +%s)000
  signature=$(printf '%s\r\n%s\r\n%s\r\n\r\n%s' "$timestamp" "$1" "${2%%\?*}" "${3:-}" |
    openssl dgst -sha256 -hmac "$SECRET" | sed 's/^.* //')
  answered=$(curl -sS ${AUTHORITY:+--cacert "$AUTHORITY"} -X "$1" "$URL$2" ${3:+--data-binary "$3"} -w '\n%{http_code}' \
    -H "Authorization: hmac $KEY:$timestamp:$signature" -H 'Content-Type: application/json' \
    -H 'Market: HK' -H "Request-ID: $request_id") || fail "$URL gave no answer. Is the sandbox running?"
  answer=$(printf '%s\n' "$answered" | sed '$d')
  status=$(printf '%s\n' "$answered" | sed -n '$p')
}

# field NAME: the first text of this name in an answer.
field() {
  grep -o "\"$1\":\"[^\"]*\"" | head -n 1 | cut -d '"' -f 4
}

# place_order REFERENCE: leaves the id in ORDER.
place_order() {
  QUOTED=$(call POST /v3/quotations '{"data":{"serviceType":"MOTORCYCLE","language":"en_HK","stops":[{"address":"Central, Hong Kong"},{"address":"Mong Kok, Hong Kong"}]}}')
  QUOTATION=$(echo "$QUOTED" | field quotationId)
  echo "Quoted      $(echo "$QUOTED" | field total) $(echo "$QUOTED" | field currency) for $(echo "$QUOTED" | field value) m"
  PLACED=$(call POST /v3/orders '{"data":{"quotationId":"'"$QUOTATION"'","sender":{"name":"Ada","phone":"+85256847123"},"recipients":[{"name":"Ben","phone":"+85256847124"}],"metadata":{"reference":"'"$1"'"}}}')
  ORDER=$(echo "$PLACED" | field orderId)
  echo "Placed      order $ORDER, $(echo "$PLACED" | field status)"
}

# The simulated drivers leave our orders to us meanwhile.
SIMULATION=$(call GET /sandbox/v1/simulation)
call PUT /sandbox/v1/simulation '{"data":{"drivers":"MANUAL"}}' >/dev/null

REFERENCE=EXAMPLE-$(date +%s)-$$
place_order "$REFERENCE"
for STEP in DRIVER_ACCEPT:ON_GOING DRIVER_PICK_UP:PICKED_UP DRIVER_DROP_OFF:COMPLETED; do
  ACTION=${STEP%:*}
  STATUS=$(call POST "/sandbox/v1/orders/$ORDER/actions" '{"data":{"action":"'"$ACTION"'"}}' | field status)
  echo "Happened    $ACTION: $STATUS"
  [ "$STATUS" = "${STEP#*:}" ] || fail "after $ACTION the order should be ${STEP#*:}"
done

FOUND=$(call GET "/v3/orders?metadata.reference=$REFERENCE" | grep -o '"orderId":"[0-9]*"' | cut -d '"' -f 4)
[ "$FOUND" = "$ORDER" ] || fail "$REFERENCE should name this order and no other"
echo "Found       order $ORDER by its reference $REFERENCE"

place_order "$REFERENCE-B"
call DELETE "/v3/orders/$ORDER" >/dev/null
STATUS=$(call GET "/v3/orders/$ORDER" | field status)
[ "$STATUS" = CANCELED ] || fail 'the second order should be CANCELED'
echo "Cancelled   order $ORDER, $STATUS"

call PUT /sandbox/v1/simulation "$SIMULATION" >/dev/null
