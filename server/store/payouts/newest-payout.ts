/**
 * Returns SQL that joins, as `o`, the newest payout of a settlement's chain: the one that is not issued again.
 * @param settlement the alias of the settlement
 */
export const newestPayout = (settlement: string): string => `
  left join lateral (
    select id, status, value_date from payout one
     where root_id = ${settlement}.payout_id and status <> 'withdrawn'
       and not exists (
         select 1 from payout again where again.reissue_of = one.id and again.status <> 'withdrawn')) o on true`;
