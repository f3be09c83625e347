<?php
// Receives webhooks: checks the signature, keeps each delivery once, answers.
// PHP 8.0 or later, no packages:
// WEBHOOK_SECRETS=whsec_... php -S 127.0.0.1:8080 receiver.php
declare(strict_types=1);

const SIGNATURE_HEADERS = ['X-Service-Signature', 'X-Legacy-Signature'];
const LARGEST_BODY = 65_536;

// PHP answers 200 to a script that breaks off while errors are displayed, so failure
// comes first.
http_response_code(500);
http_response_code(answer());

/** The HTTP status for a request: 4xx ends the delivery, 5xx has it tried again. */
function answer(): int
{
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
        return 405;
    }
    // The bytes as they came: parsed and written again, they have another signature.
    $body = (string) file_get_contents('php://input', false, null, 0, LARGEST_BODY + 1);
    if (strlen($body) > LARGEST_BODY) {
        return 413;
    }
    if (!isGenuine($body)) {
        return 400;
    }
    $id = deliveryIdOf($body);
    if ($id === null) {
        return 400;
    }
    keepOnce($id, $body);
    return 200;
}

/** While a secret is being rotated: the old and the new one, separated by a comma. */
function secrets(): array
{
    $secrets = array_filter(explode(',', (string) getenv('WEBHOOK_SECRETS')));
    return $secrets ?: throw new RuntimeException('WEBHOOK_SECRETS is not set');
}

/**
 * Whether one of the secrets has signed the body, however old it is: a retry carries
 * the time of its event. How long this takes tells nothing about the right signature.
 */
function isGenuine(string $body): bool
{
    foreach (secrets() as $secret) {
        $expected = 'sha256=' . hash_hmac('sha256', $body, $secret);
        foreach (SIGNATURE_HEADERS as $name) {
            $given = $_SERVER['HTTP_' . strtoupper(strtr($name, '-', '_'))] ?? '';
            if (hash_equals($expected, $given)) {
                return true;
            }
        }
    }
    return false;
}

/** The id of the body, which is signed; the header that repeats it is not. */
function deliveryIdOf(string $body): ?string
{
    $event = json_decode($body, true);
    $id = is_array($event) ? $event['id'] ?? null : null;
    return is_string($id) && preg_match('/^whd_\w+$/D', $id) ? $id : null;
}

/**
 * Keeps a delivery under its id; one that is there already stays as it is. In your
 * product this is one INSERT into a table whose key is the id. A job of yours then takes
 * each new row, queries the resource that it names, and decides.
 */
function keepOnce(string $id, string $body): void
{
    // Not among the files that your web server shows.
    $inbox = getenv('INBOX') ?: __DIR__ . '/../inbox';
    $draft = "$inbox/$id." . bin2hex(random_bytes(8));
    $isThere = is_dir($inbox) || mkdir($inbox, 0700, true) || is_dir($inbox);
    if (!$isThere || file_put_contents($draft, $body) !== strlen($body)) {
        throw new RuntimeException("$inbox cannot be written to");
    }
    $isKept = @link($draft, "$inbox/$id.json") || is_file("$inbox/$id.json");
    unlink($draft);
    if (!$isKept) {
        throw new RuntimeException("$id could not be kept");
    }
}
