interface Plain {
  readonly title: string;
  readonly help: string;
  readonly action: string;
}

interface Counted {
  readonly title: (count: number) => string;
  readonly help: string;
  readonly action: string;
}

export interface HomeWords {
  readonly title: string;
  readonly newPayment: string;
  readonly newLink: string;
  readonly today: string;
  readonly recent: string;
  readonly captured: string;
  readonly refunded: string;
  readonly commission: string;
  readonly net: string;
  readonly successRate: string;
  readonly openLinks: string;
  readonly captures: (count: number) => string;
  readonly refunds: (count: number) => string;
  readonly ended: (captured: number, all: number) => string;
  readonly yesterday: string;
  readonly noRate: string;
  readonly toLinks: string;
  readonly more: (percent: string) => string;
  readonly less: (percent: string) => string;
  readonly same: string;
  readonly noneBefore: string;
  readonly points: (points: string, isMore: boolean) => string;
  readonly netNote: string;
  readonly chart: Readonly<
    Record<"title" | "label" | "showTable" | "showChart" | "view" | "caption" | "nothing" | "day" | "count", string>
  >;
  readonly attention: Readonly<Record<"title" | "none" | "since" | "heldSince" | "first", string>> &
    Readonly<
      Record<
        ("account_suspended" | "account_closed" | "acceptance_held") | ("no_webhook_address" | "no_second_factor"),
        Plain
      >
    > &
    Readonly<Record<"captures_unknown" | "refund_requests" | "refunds_pending" | "links_expiring", Counted>> & {
      readonly undelivered: Counted & { readonly next: string; readonly noNext: string };
    };
  readonly start: Readonly<Record<"title" | "help" | "api" | "toKeys" | "readOnly", string>>;
}
