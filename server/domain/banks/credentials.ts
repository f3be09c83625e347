import { problem } from "../field-words";
import { checkedText, codeText, jsonObject } from "../fields";

/** The wire protocols. Each bank of the catalogue speaks one of them (docs/banks.md). */
export const bankProtocols = ["nestpay", "garanti", "posnet", "payfor"] as const;
export type BankProtocol = (typeof bankProtocols)[number];

/** The fields that an agreement with a bank can have. Each protocol asks for some of them. */
const credentialNames = [
  "merchantId",
  "terminalNo",
  "user",
  "password",
  "refundUser",
  "refundPassword",
  "storeKey",
  "orderPrefix",
] as const;
export type CredentialName = (typeof credentialNames)[number];

/** What is known of a field of an agreement. The words for people are in `messages`. */
interface CredentialRule {
  /** Whether the value is never shown again and is typed hidden. */
  readonly isSecret?: true;
  /** Whether the field may stay empty. */
  readonly isOptional?: true;
  /** The form of the value, where the bank fixes one. */
  readonly pattern?: RegExp;
  /** The value that nearly every shop has. */
  readonly usual?: string;
}

type CredentialRules = Partial<Record<CredentialName, CredentialRule>>;

/**
 * The fields of an agreement by protocol (docs/banks.md B-2.2, B-3.1, B-4.1, B-4.4, B-5.1). Where no document fixes the
 * form of a value, any visible text is accepted.
 */
const credentialRules = {
  nestpay: {
    merchantId: { pattern: /^[0-9]{6,15}$/ },
    user: {},
    password: { isSecret: true },
    storeKey: { isSecret: true },
  },
  garanti: {
    merchantId: { pattern: /^[0-9]{7}$/ },
    terminalNo: { pattern: /^[0-9]{8}$/ },
    user: { usual: "PROVAUT" },
    password: { isSecret: true },
    refundUser: { usual: "PROVRFN" },
    refundPassword: { isSecret: true },
    storeKey: { isSecret: true, pattern: /^[0-9A-Fa-f]{1,128}$/ },
  },
  posnet: {
    merchantId: { pattern: /^[0-9]{10}$/ },
    terminalNo: { pattern: /^[0-9]{8}$/ },
    user: { pattern: /^[0-9]{1,16}$/ },
    storeKey: { isSecret: true, pattern: /^[0-9]{1,3}(,[0-9]{1,3}){7}$/ },
    orderPrefix: { isOptional: true, pattern: /^[A-Z0-9_]{4}$/ },
  },
  payfor: {
    merchantId: { pattern: /^[0-9]{1,15}$/ },
    user: {},
    password: { isSecret: true },
    storeKey: { isSecret: true },
  },
} as const satisfies Record<BankProtocol, CredentialRules>;

/** The key of a field's words in `messages`, e.g. `posnet.storeKey`. */
type CredentialKey = {
  [P in BankProtocol]: `${P}.${keyof (typeof credentialRules)[P] & string}`;
}[BankProtocol];

export interface CredentialField extends CredentialRule {
  readonly name: CredentialName;
  readonly key: CredentialKey;
}

/** Lists the fields that an agreement of a protocol asks for, in the order of the form. */
export const listCredentialFields = (protocol: BankProtocol): readonly CredentialField[] => {
  const rules: CredentialRules = credentialRules[protocol];
  return credentialNames.flatMap((name) => {
    const rule = rules[name];
    return rule ? [{ ...rule, name, key: `${protocol}.${name}` as CredentialKey }] : [];
  });
};

/** The values of an agreement's fields; a field that the protocol does not ask for is empty. */
export type Credentials = Readonly<Record<CredentialName, string>>;

export const noCredentials: Credentials = {
  merchantId: "",
  terminalNo: "",
  user: "",
  password: "",
  refundUser: "",
  refundPassword: "",
  storeKey: "",
  orderPrefix: "",
};

/** Returns the values with which the form of a protocol begins. */
export const usualCredentials = (protocol: BankProtocol): Credentials => ({
  ...noCredentials,
  ...Object.fromEntries(listCredentialFields(protocol).map(({ name, usual = "" }) => [name, usual])),
});

const lengthMax = 128;

/** Builds the schema of the fields of one protocol. A field that the protocol does not ask for has to be empty. */
export function credentialsSchema(protocol: BankProtocol) {
  const fields = new Map(listCredentialFields(protocol).map((field) => [field.name, field]));
  const shape = Object.fromEntries(credentialNames.map((name) => [name, fieldSchema(fields.get(name))]));
  return jsonObject(shape as Record<CredentialName, ReturnType<typeof fieldSchema>>);
}

const plainText = codeText(lengthMax);

const fieldSchema = (field: CredentialField | undefined) =>
  checkedText((value) => {
    if (value === "") return field && !field.isOptional ? problem("blank") : null;
    if (!field || value !== value.trim()) return problem("invalid");
    if (field.pattern) return field.pattern.test(value) ? null : problem("invalid");
    return plainText.safeParse(value).error?.issues[0]?.message ?? null;
  });

/** The schema of the fields before the protocol is known: the use-case checks them by `credentialsSchema`. */
export const anyCredentials = jsonObject(
  Object.fromEntries(
    credentialNames.map((name) => [
      name,
      checkedText((value) => (value.length > lengthMax ? problem("invalid") : null)),
    ]),
  ) as Record<CredentialName, ReturnType<typeof checkedText>>,
);

/** Masks a merchant number: the last three characters stay. */
export const maskMerchantNumber = (merchantId: string): string =>
  merchantId.length <= 3 ? "•••" : `•••${merchantId.slice(-3)}`;
