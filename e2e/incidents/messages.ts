import { randomBytes } from "node:crypto";
import type { AlertKind } from "@/server/domain/alerts";
import { signHeaders } from "@/server/domain/webhooks/webhook-signature";
import { type Received, startTestReceiver } from "@/server/testing/receivers/receiver";

/** A message about incidents as it arrived. */
export interface Message {
  readonly at: number;
  readonly type: "incident.open" | "incident.resolved";
  readonly kind: AlertKind;
  readonly sentences: readonly string[];
}

interface Body {
  readonly type: Message["type"];
  readonly data: { readonly kind: AlertKind; readonly incidents: readonly { readonly sentence: string | null }[] };
}

/** Starts the receiver of the operator, which believes signed messages only (D-363). */
export async function openMessages() {
  const secret = `whsec_${randomBytes(24).toString("base64")}`;
  const receiver = await startTestReceiver();
  const messages: Message[] = [];
  receiver.answer("/incidents", (request) => {
    if (!isSigned(request, secret)) return 400;
    const { type, data } = JSON.parse(request.body.toString()) as Body;
    const sentences = data.incidents.flatMap(({ sentence }) => sentence ?? []);
    messages.push({ at: Date.now(), type, kind: data.kind, sentences });
    return 204;
  });
  return {
    /** The variables with which the product sends its messages here. */
    variables: { INCIDENT_WEBHOOK_URL: receiver.url("/incidents"), INCIDENT_WEBHOOK_SECRET: secret },
    messages: messages as readonly Message[],
    /** Finds the first message about open incidents of a kind that arrived after an instant, ms; else null. */
    findOpened: (kind: AlertKind, since: number): Message | null =>
      messages.find((one) => one.kind === kind && one.type === "incident.open" && one.at >= since) ?? null,
    close: () => receiver.close(),
  };
}

export type Messages = Awaited<ReturnType<typeof openMessages>>;

function isSigned({ headers, body }: Received, secret: string): boolean {
  const sentAt = new Date(Number(headers["webhook-timestamp"]) * 1_000);
  const deliveryId = String(headers["webhook-id"]);
  const expected = signHeaders({ deliveryId, occurredAt: sentAt, sentAt, body, secrets: [secret] });
  return expected["webhook-signature"] === headers["webhook-signature"];
}
