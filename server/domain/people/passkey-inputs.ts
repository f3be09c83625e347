import * as z from "zod";
import { codeText, jsonObject, nameText } from "../fields";

// What a browser sends about a passkey (WebAuthn). The bytes are base64url; the library that verifies them reads more.

const bytes = (charactersMax: number) => z.string().max(charactersMax);
const type = z.literal("public-key");

/** The signature of a passkey. */
export const passkeySignature = z.object({
  id: bytes(2048),
  rawId: bytes(2048),
  type,
  response: z.object({
    clientDataJSON: bytes(4096),
    authenticatorData: bytes(4096),
    signature: bytes(8192),
    userHandle: bytes(256).optional(),
  }),
  clientExtensionResults: z.object({}).default({}),
});

/** A new passkey, whose name the person has typed. */
export const newPasskeyInput = z.object({
  name: nameText(60),
  passkey: z.object({
    id: bytes(2048),
    rawId: bytes(2048),
    type,
    response: z.object({
      clientDataJSON: bytes(4096),
      attestationObject: bytes(16_384),
      transports: z
        .array(z.enum(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]))
        .max(7)
        .optional(),
    }),
    clientExtensionResults: z.object({}).default({}),
  }),
});

export const passkeyConfirmationInput = z.object({ passkey: passkeySignature });

export const passkeyNameForm = jsonObject({ name: nameText(60) });

export const passkeyNameInput = jsonObject({ passkeyId: codeText(64), name: nameText(60) });

export const passkeyInput = jsonObject({ passkeyId: codeText(64) });
