import { keepEarlyActions } from "./early-actions";

/** The script that keeps early actions. It stands before everything that can be clicked. */
export const KeepEarlyActions = ({ nonce }: { nonce: string | undefined }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, from the repository
  <script nonce={nonce} dangerouslySetInnerHTML={{ __html: `(${keepEarlyActions})()` }} />
);
