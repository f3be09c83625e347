import type { LineKind } from "./day-line";

/** The layout of a bank's day-end file: its columns by the names in its header, and how its values are written. */
export interface DayFileFormat {
  readonly id: string;
  readonly name: string;
  /** Where the layout is known from. */
  readonly source: string;
  /** The separator of a CSV file. The same columns are read from the first sheet of an XLSX file. */
  readonly delimiter: ";" | "," | "\t";
  readonly encoding: "utf-8" | "windows-1254";
  /** The names in the header. `timeOfDay` is null where the date has the time, and the others where there are none. */
  readonly columns: {
    readonly kind: string;
    readonly orderId: string;
    readonly amount: string;
    readonly date: string;
    readonly timeOfDay: string | null;
    readonly commission: string | null;
    readonly authCode: string | null;
    readonly rrn: string | null;
    /** The columns that only chargebacks have values in. */
    readonly caseNumber: string | null;
    readonly reasonCode: string | null;
    readonly respondBy: string | null;
  };
  /** The file's words for each kind, in lower case of Turkish. */
  readonly kinds: Readonly<Record<string, LineKind>>;
  /** The words of lines that are left out, for example totals. */
  readonly leftOut: readonly string[];
  /** `1.234,56` or `1234.56`. A minus is read as "given back" where the kind says so, and refused elsewhere. */
  readonly amounts: "comma" | "dot";
  /** The form of date and time in Istanbul, for example `dd.MM.yyyy HH:mm:ss`, or `iso` for an RFC 3339 date-time. */
  readonly times: string;
  /** Whether the file lists a sale that was voided on its day, and the void. Otherwise it has neither. */
  readonly listsVoids: boolean;
}

/**
 * The known layouts (D-400). Banks agree on the layout with each merchant, so what is marked as an example has to be
 * compared with a file of the bank. A new layout is a new row, and no other code changes.
 */
export const dayFileFormats: readonly DayFileFormat[] = [
  {
    id: "sandbox",
    name: "Simulated banks",
    source: "the simulated banks of this product",
    delimiter: ";",
    encoding: "utf-8",
    columns: {
      kind: "İşlem Tipi",
      orderId: "Sipariş No",
      amount: "Tutar",
      date: "İşlem Tarihi",
      timeOfDay: null,
      commission: "Komisyon",
      authCode: "Onay Kodu",
      rrn: "Referans No",
      caseNumber: "Dosya No",
      reasonCode: "Neden Kodu",
      respondBy: "Son Yanıt Tarihi",
    },
    kinds: {
      satış: "sale",
      iptal: "void",
      iade: "credit",
      "ters ibraz": "chargeback",
      "ters ibraz iadesi": "chargeback_reversal",
    },
    leftOut: ["toplam"],
    amounts: "comma",
    times: "dd.MM.yyyy HH:mm:ss",
    listsVoids: true,
  },
  {
    id: "statement",
    name: "Statement of orders",
    source: "the columns of the command `reconcile --statement`",
    delimiter: ",",
    encoding: "utf-8",
    columns: {
      kind: "kind",
      orderId: "orderId",
      amount: "amount",
      date: "time",
      timeOfDay: null,
      commission: "commission",
      authCode: "authCode",
      rrn: "rrn",
      caseNumber: "caseNumber",
      reasonCode: "reasonCode",
      respondBy: "respondBy",
    },
    kinds: {
      sale: "sale",
      void: "void",
      credit: "credit",
      chargeback: "chargeback",
      chargeback_reversal: "chargeback_reversal",
    },
    leftOut: [],
    amounts: "dot",
    times: "iso",
    listsVoids: true,
  },
  {
    id: "pos-detail",
    name: "POS detail report (example)",
    source: "example: the columns that Turkish banks' reports of a POS usually have; voided sales are not listed",
    delimiter: ";",
    encoding: "windows-1254",
    columns: {
      kind: "İşlem Türü",
      orderId: "Üye İşyeri Sipariş No",
      amount: "Brüt Tutar",
      date: "İşlem Tarihi",
      timeOfDay: "İşlem Saati",
      commission: "Komisyon Tutarı",
      authCode: "Provizyon No",
      rrn: "RRN",
      caseNumber: "İtiraz Dosya No",
      reasonCode: "İtiraz Nedeni",
      respondBy: "Son Cevap Tarihi",
    },
    kinds: {
      satış: "sale",
      "taksitli satış": "sale",
      iade: "credit",
      "ters ibraz": "chargeback",
      "ters ibraz iptali": "chargeback_reversal",
    },
    leftOut: ["", "toplam", "genel toplam"],
    amounts: "comma",
    times: "dd/MM/yyyy HH:mm",
    listsVoids: false,
  },
];

export const findDayFileFormat = (id: string): DayFileFormat | null =>
  dayFileFormats.find((format) => format.id === id) ?? null;
