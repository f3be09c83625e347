import { buildDeliveryBody, type EventFamily, eventFamilies } from "@/server/domain/webhooks/events";
import { WordsWithCode } from "../guide/words-with-code";
import type { WebhookWords } from "./webhook-words";

const exampleSubjects: Readonly<Record<EventFamily, string | null>> = {
  transaction: "pay_01K8Z3W2M7N8P9Q0R1S2T3V4W5",
  payout: "pob_01K8Z3W2M7N8P9Q0R1S2T3V4W5",
  payment_link: "pl_01K8Z3W2M7N8P9Q0R1S2T3V4W5",
  test: null,
};

/** Lists the event types of §6.1 by family, each family with its body of §6.2. */
export function WebhookEvents({ words }: { words: WebhookWords["events"] }) {
  return (
    <>
      <p>
        <WordsWithCode text={words.intro} />
      </p>
      {(Object.keys(eventFamilies) as EventFamily[]).map((family) => (
        <section key={family} aria-labelledby={`family-${family}`}>
          <h3 id={`family-${family}`}>{words.families[family].name}</h3>
          <dl>
            {eventFamilies[family].map((type) => (
              <div key={type}>
                <dt>
                  <code>{type}</code>
                </dt>
                <dd>{words.sentWhen[type]}</dd>
              </div>
            ))}
          </dl>
          <p className="soft">{words.fields}</p>
          <pre translate="no">{exampleBody(family)}</pre>
          <p>
            <WordsWithCode text={words.families[family].next} />
          </p>
          {family === "transaction" && (
            <p>
              <a href="/docs/refunds">{words.refunds}</a>
            </p>
          )}
        </section>
      ))}
    </>
  );
}

function exampleBody(family: EventFamily): string {
  const body = buildDeliveryBody({
    deliveryId: "whd_01K8Z3X5Y6Z7A8B9C0D1E2F3G4",
    type: eventFamilies[family][0],
    partnerId: "prt_01K8Z3W2M7N8P9Q0R1S2T3V4W5",
    subjectId: exampleSubjects[family],
    occurredAt: new Date("2026-11-20T09:00:00.000Z"),
  });
  return JSON.stringify(JSON.parse(body.toString()), null, 2);
}
