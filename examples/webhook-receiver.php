<?php
// Takes the pushes of a sandbox, checks by both their signatures that they come from it, and prints them, with nothing but PHP 8
// and the server that it brings for developing:
//
//   php -S localhost:9000 examples/webhook-receiver.php
//
// The secrets are the demo partner's, of the sandbox that was started in this folder, or those that WAYBILL_SECRET and
// WAYBILL_WEBHOOK_SECRET name. A push may come twice, with the same webhook-id: a receiver that acts on it must act once.
declare(strict_types=1);

const DEMO = '.waybill/demo-partner.json';
const OLDEST_SECONDS = 300;
if (getenv('WAYBILL_WEBHOOK_SECRET')) {
    define('API_SECRET', getenv('WAYBILL_SECRET'));
    define('WEBHOOK_SECRET', getenv('WAYBILL_WEBHOOK_SECRET'));
} else {
    if (!is_file(DEMO)) {
        error_log(
            'There is no ' . DEMO . ' here. Start the sandbox in this folder, or say with WAYBILL_SECRET and '
                . 'WAYBILL_WEBHOOK_SECRET whose pushes come.',
        );
        http_response_code(503);
        exit;
    }
    $demo = json_decode(file_get_contents(DEMO), true);
    define('API_SECRET', $demo['apiSecret']);
    define('WEBHOOK_SECRET', $demo['webhookSecret']);
}

/** Standard Webhooks: over id, timestamp and the very bytes of the body. While a secret is changed there are several. */
function has_genuine_headers(string $body): bool
{
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    $key = base64_decode(substr(WEBHOOK_SECRET, strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    $signatures = explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '');
    $same = array_filter($signatures, fn(string $signature): bool => hash_equals($expected, $signature));
    return is_recent($timestamp) && $same !== [];
}

/** The API's own: over timestamp, method, path and the very bytes of `data`, which comes last in the body. */
function has_genuine_body(string $path, string $body): bool
{
    $push = json_decode($body, true, flags: JSON_THROW_ON_ERROR);
    $data = substr($body, strpos($body, '"data":') + strlen('"data":'), -1);
    $expected = hash_hmac('sha256', "{$push['timestamp']}\r\nPOST\r\n$path\r\n\r\n$data", API_SECRET);
    return is_recent((string) $push['timestamp']) && hash_equals($expected, $push['signature']);
}

function is_recent(string $timestamp): bool
{
    return preg_match('/^\d+$/D', $timestamp) === 1 && abs(time() - (int) $timestamp) < OLDEST_SECONDS;
}

function say(string $line): void
{
    file_put_contents('php://stdout', "$line\n");
}

$body = file_get_contents('php://input');
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($body === '') {
    say('asked whether anybody is here: yes');
} elseif (has_genuine_headers($body) && has_genuine_body($path, $body)) {
    ['eventType' => $type, 'data' => $data] = json_decode($body, true);
    say("$type " . json_encode($data, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE));
} else {
    say('a push with a wrong signature, refused');
    http_response_code(401);
}
