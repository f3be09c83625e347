import type { BankAccount } from "@/server/banks/bank";
import { type CatalogRow, catalog, getCatalogRow } from "@/server/banks/catalog";
import type { Cause } from "@/server/domain/banks/causes";

/**
 * Finds an address that contradicts the catalogue: the test system of any bank in live mode, or the bank's own live
 * system for a shop that is on the test system. Hosts that the catalogue does not list are not judged, because hosts
 * move (docs/banks.md B-10). Throws a RangeError for a bank that is not in the catalogue.
 */
export function findAddressFault({ bank, endpoints, isTest }: BankAccount, isLive: boolean): Cause | null {
  const hosts = [endpoints.gate, endpoints.api].map(toHost);
  if (isLive && hosts.some((host) => testHosts.has(host))) return "test_address_in_live";
  const live = [getCatalogRow(bank).live.gate, getCatalogRow(bank).live.api].map(toHost);
  return isTest === true && hosts.some((host) => live.includes(host)) ? "live_address_for_test_shop" : null;
}

const toHost = (address: string): string => new URL(address).hostname;

const rows: readonly CatalogRow[] = Object.values(catalog);
const testHosts: ReadonlySet<string> = new Set(rows.flatMap(({ test }) => [toHost(test.gate), toHost(test.api)]));
