import type { Fault, Layer, ListedFault } from "./fault";
import { bankFaults } from "./list/banks";
import { databaseFaults } from "./list/database";
import { domainMoneyFaults } from "./list/domain-money";
import { domainRuleFaults } from "./list/domain-rules";
import { doorFaults } from "./list/doors";
import { moneyVerbFaults } from "./list/money-verbs";
import { breakerRuleFaults, breakerVerbFaults, operationsStoreFaults } from "./list/operations";
import { otherVerbFaults } from "./list/other-verbs";
import { componentFaults, messageFaults } from "./list/pages";
import { executorFaults, sandboxFaults, webhookFaults } from "./list/running";
import { frontFaults, launchFaults, operatorFaults } from "./list/server";
import { storeFaults } from "./list/store";
import { trustDoorFaults, trustVerbFaults } from "./list/trust";

const faultsByLayer: Readonly<Record<Layer, readonly ListedFault[]>> = {
  domain: [...domainMoneyFaults, ...domainRuleFaults, ...breakerRuleFaults],
  store: [...storeFaults, ...operationsStoreFaults],
  database: databaseFaults,
  usecases: [...moneyVerbFaults, ...otherVerbFaults, ...trustVerbFaults, ...breakerVerbFaults],
  banks: bankFaults,
  webhooks: webhookFaults,
  executor: executorFaults,
  entry: [...doorFaults, ...trustDoorFaults],
  front: frontFaults,
  launch: launchFaults,
  operator: operatorFaults,
  sandbox: sandboxFaults,
  components: componentFaults,
  messages: messageFaults,
};

/**
 * The faults that the tests must see: what the product must never do, over all layers. Most of them were made or nearly
 * made once and were caught by the named tests. Add one where a test is added for a fault that went unseen.
 */
export const faults: readonly Fault[] = Object.entries(faultsByLayer).flatMap(([layer, listed]) =>
  listed.map((fault): Fault => ({ layer: layer as Layer, ...fault })),
);
