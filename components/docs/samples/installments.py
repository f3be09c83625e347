# Integer arithmetic for installments: the commission, who pays it, and amounts per month.
# Python 3.8 or later, no packages. Amounts are kuruş; rates and shares are basis points:
# 250 is 2.5 %. An option is an entry of the look-up's `options`. Whole numbers have no
# largest one here, and // rounds down; / would make a float.


def commission_on(amount, option):
    """The commission on an amount."""
    return amount * option["rateBps"] // 10_000 + (option["fixedFee"] or 0)


def split_amount(base_amount, option, share_bps):
    """The four amounts of an option, as the look-up calculates them."""
    commission = commission_on(base_amount, option)
    customer_share = commission * share_bps // 10_000
    return {
        "baseAmount": base_amount,
        "commissionAmount": commission,
        "customerShareAmount": customer_share,
        "totalAmount": base_amount + customer_share,
    }


def gross_up(net, option):
    """
    The smallest amount that leaves you `net` after the commission on all of it; None at a
    rate of 100 %, where nothing is ever left.
    """
    kept = 10_000 - option["rateBps"]
    if kept <= 0:
        return None
    left = net + (option["fixedFee"] or 0)
    return 0 if left <= 0 else (left - 1) * 10_000 // kept + 1


def monthly_amounts(total_amount, installment_count):
    """What is paid in the first month, and in each month after it."""
    rest = total_amount // installment_count
    return {"first": total_amount - rest * (installment_count - 1), "rest": rest}
