/**
 * Returns how many cases a test runs: `usual` by default, and `deep` in `npm run test:deep`, which sets TEST_DEEP. The
 * usual number shows a common fault within seconds; the deep one searches for a rare fault.
 */
export const countCases = (usual: number, deep: number): number => (process.env.TEST_DEEP === undefined ? usual : deep);
