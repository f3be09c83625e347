<?php
// Integer arithmetic for installments: the commission, who pays it, and amounts per month.
// PHP 8.0 or later with 64-bit integers, no packages. Amounts are kuruş; rates and shares
// are basis points: 250 is 2.5 %. An option is an entry of the look-up's `options`, decoded
// as an array.
declare(strict_types=1);

/**
 * $amount × $part / $whole, rounded down, for amounts of 0 and more. It divides before it
 * multiplies, so nothing overflows on the way to a result that fits. One that no integer can
 * hold becomes a float in PHP, and then the declared type makes it an error.
 */
function partOf(int $amount, int $part, int $whole): int
{
    return intdiv($amount, $whole) * $part + intdiv($amount % $whole * $part, $whole);
}

/** The commission on an amount. */
function commissionOn(int $amount, array $option): int
{
    return partOf($amount, $option['rateBps'], 10_000) + ($option['fixedFee'] ?? 0);
}

/** The four amounts of an option, as the look-up calculates them. */
function splitAmount(int $baseAmount, array $option, int $shareBps): array
{
    $commissionAmount = commissionOn($baseAmount, $option);
    $customerShareAmount = partOf($commissionAmount, $shareBps, 10_000);
    $totalAmount = $baseAmount + $customerShareAmount;
    return compact('baseAmount', 'commissionAmount', 'customerShareAmount', 'totalAmount');
}

/**
 * The smallest amount that leaves you $net after the commission on all of it; null at a
 * rate of 100 %, where nothing is ever left.
 */
function grossUp(int $net, array $option): ?int
{
    $kept = 10_000 - $option['rateBps'];
    if ($kept <= 0) {
        return null;
    }
    $left = $net + ($option['fixedFee'] ?? 0);
    return $left <= 0 ? 0 : partOf($left - 1, 10_000, $kept) + 1;
}

/** What is paid in the first month, and in each month after it. */
function monthlyAmounts(int $totalAmount, int $installmentCount): array
{
    $rest = intdiv($totalAmount, $installmentCount);
    return ['first' => $totalAmount - $rest * ($installmentCount - 1), 'rest' => $rest];
}
