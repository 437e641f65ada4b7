// What other rooms' statements ask of partners in the sandbox, row by row. As text, since a function of the database is a statement of its
// own for every row. The columns are renamed, so that `partner` is always one of outside.

/** How far ahead of ours the clock of this partner is. */
export function clockAheadMs(partner: string): string {
  return `coalesce((select ahead_ms from partner_clocks as clock (owner_id, ahead_ms) where owner_id = ${partner}), 0)`;
}

/** The scenario of a delivery: what its metadata names, or else what this partner has set, where it is one of those known. */
export function scenarioPlayed(partner: string, metadata: string, known: string): string {
  return `coalesce(
    (select named from (select ${metadata} ->> 'sandboxScenario') as own (named) where named = any(${known})),
    (select scenario from partner_simulations as simulation (owner_id, who_drives, how_fast, scenario)
     where owner_id = ${partner} and scenario = any(${known})),
    'HAPPY')`;
}

/** Whether simulated drivers may take the orders of this partner. */
export function takesSimulatedDrivers(partner: string): string {
  return `exists (select from partner_simulations as simulation (owner_id, who_drives) where owner_id = ${partner} and who_drives = 'AUTO')`;
}
