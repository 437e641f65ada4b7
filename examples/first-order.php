<?php
// A first order, from the quotation to the doorstep, with nothing but PHP 8 and its openssl extension:
//
//   php examples/first-order.php
//
// It calls the sandbox that was started in this folder as its demo partner, or any other one that WAYBILL_URL, WAYBILL_KEY,
// WAYBILL_SECRET and WAYBILL_CA name.
declare(strict_types=1);

const DEMO = '.waybill/demo-partner.json';
if (getenv('WAYBILL_KEY')) {
    define('KEY', getenv('WAYBILL_KEY'));
    define('SECRET', getenv('WAYBILL_SECRET'));
    define('AUTHORITY', getenv('WAYBILL_CA'));
    define('URL', getenv('WAYBILL_URL') ?: 'https://localhost:8443');
} else {
    insist(
        is_file(DEMO),
        'There is no ' . DEMO . ' here. Start the sandbox in this folder, or say with WAYBILL_KEY and WAYBILL_SECRET who calls.',
    );
    $demo = json_decode(file_get_contents(DEMO), true);
    define('KEY', $demo['apiKey']);
    define('SECRET', $demo['apiSecret']);
    define('AUTHORITY', getenv('WAYBILL_CA') ?: '.waybill/tls/ca.pem');
    define('URL', getenv('WAYBILL_URL') ?: ($demo['url'] ?? 'https://localhost:8443'));
}

/** Makes one call. Whoever was too quick is let in a moment later. */
function call(string $method, string $path, ?array $data = null): mixed
{
    $body = $data === null ? '' : json_encode(['data' => $data], JSON_THROW_ON_ERROR);
    $requestId = bin2hex(random_bytes(16));
    [$status, $text] = send($method, $path, $body, $requestId);
    while ($status === 429) {
        sleep(1);
        [$status, $text] = send($method, $path, $body, $requestId);
    }
    insist($status < 300, "$method $path was answered with $status: $text");
    return $text === '' ? null : json_decode($text, true, flags: JSON_THROW_ON_ERROR)['data'];
}

/** The signature is over the very bytes that are sent, and over the path without its query. */
function send(string $method, string $path, string $body, string $requestId): array
{
    $timestamp = (string) (int) (microtime(true) * 1000);
    $signed = "$timestamp\r\n$method\r\n" . explode('?', $path)[0] . "\r\n\r\n$body";
    $signature = hash_hmac('sha256', $signed, SECRET);
    $context = stream_context_create([
        'http' => [
            'method' => $method,
            'content' => $body,
            'ignore_errors' => true,
            'timeout' => 30,
            'header' => [
                'Authorization: hmac ' . KEY . ":$timestamp:$signature",
                'Content-Type: application/json',
                'Market: HK',
                "Request-ID: $requestId",
            ],
        ],
        'ssl' => AUTHORITY ? ['cafile' => AUTHORITY] : [],
    ]);
    $stream = @fopen(URL . $path, 'r', false, $context) ?: fail(URL . ' gave no answer. Is the sandbox running?');
    $status = (int) explode(' ', stream_get_meta_data($stream)['wrapper_data'][0])[1];
    return [$status, stream_get_contents($stream)];
}

function place_order(string $reference): string
{
    $quotation = call('POST', '/v3/quotations', [
        'serviceType' => 'MOTORCYCLE',
        'language' => 'en_HK',
        'stops' => [['address' => 'Central, Hong Kong'], ['address' => 'Mong Kok, Hong Kong']],
    ]);
    ['total' => $total, 'currency' => $currency] = $quotation['priceBreakdown'];
    echo "Quoted      $total $currency for {$quotation['distance']['value']} m\n";
    $order = call('POST', '/v3/orders', [
        'quotationId' => $quotation['quotationId'],
        'sender' => ['name' => 'Ada', 'phone' => '+85256847123'],
        'recipients' => [['name' => 'Ben', 'phone' => '+85256847124']],
        'metadata' => ['reference' => $reference],
    ]);
    echo "Placed      order {$order['orderId']}, {$order['status']}\n";
    return $order['orderId'];
}

function insist(bool $isAsItShouldBe, string $otherwise): void
{
    if (!$isAsItShouldBe) {
        fail($otherwise);
    }
}

function fail(string $line): never
{
    fwrite(STDERR, "$line\n");
    exit(1);
}

// The simulated drivers leave our orders to us meanwhile.
$simulation = call('GET', '/sandbox/v1/simulation');
call('PUT', '/sandbox/v1/simulation', ['drivers' => 'MANUAL']);

$reference = 'EXAMPLE-' . bin2hex(random_bytes(8));
$orderId = place_order($reference);
$steps = ['DRIVER_ACCEPT' => 'ON_GOING', 'DRIVER_PICK_UP' => 'PICKED_UP', 'DRIVER_DROP_OFF' => 'COMPLETED'];
foreach ($steps as $action => $expected) {
    ['status' => $status] = call('POST', "/sandbox/v1/orders/$orderId/actions", ['action' => $action]);
    echo "Happened    $action: $status\n";
    insist($status === $expected, "after $action the order should be $expected");
}

$found = call('GET', "/v3/orders?metadata.reference=$reference");
insist(array_column($found, 'orderId') === [$orderId], "$reference should name this order and no other");
echo "Found       order $orderId by its reference $reference\n";

$secondId = place_order("$reference-B");
call('DELETE', "/v3/orders/$secondId");
['status' => $status] = call('GET', "/v3/orders/$secondId");
insist($status === 'CANCELED', 'the second order should be CANCELED');
echo "Cancelled   order $secondId, $status\n";

call('PUT', '/sandbox/v1/simulation', $simulation);
