/**
 * Loads what trades and what judges it. These modules read the addresses of the instance when they are loaded, so it
 * has to run, and E2E_SANDBOX has to name its file.
 */
export async function loadTrade() {
  const { openMerchants } = await import("./merchants");
  const { startBuying } = await import("./buyers");
  const { startRefunding } = await import("./refunding");
  const { Records } = await import("./records");
  const { expectEveryOperation } = await import("./invariants");
  const { expectGoodOutcome, letMuchEnd, letTimePass } = await import("./outcome");
  const outcome = { expectEveryOperation, expectGoodOutcome, letMuchEnd, letTimePass };
  return { openMerchants, startBuying, startRefunding, Records, ...outcome };
}
