-- In the sandbox a partner may live ahead of time, alone. What happens to their orders and parcels is told and kept by their clock.

create table partner_clocks (
  partner_id bigint primary key references partners,
  ahead_ms bigint not null check (ahead_ms > 0)
);

-- How far ahead of ours a partner's clock is; by this other rooms' statements ask.
create function clock_ahead_ms(partner bigint) returns bigint language sql stable
  return coalesce((select ahead_ms from partner_clocks where partner_id = partner), 0);

-- Searches that end when a clock is put forward, and those of partners whose clock is ahead.
create index orders_search_ends on orders (partner_id, match_by) where status = 'ASSIGNING_DRIVER';
