-- The sandbox: drivers who are not there, partners whose orders they take, and bad days that a partner asks for.

alter table drivers add column is_simulated boolean not null default false;
create index drivers_simulated on drivers (locode, service) where is_simulated;

-- How a partner's orders are driven. No row: by actions and by drivers who are signed in.
create table partner_simulations (
  partner_id bigint primary key references partners,
  drivers text not null check (drivers in ('AUTO', 'MANUAL')),
  speed integer not null check (speed between 1 and 600),
  scenario text
);

-- Whether simulated drivers are asked to take a partner's orders.
create function takes_simulated_drivers(partner bigint) returns boolean language sql stable
  return exists (select from partner_simulations where partner_id = partner and drivers = 'AUTO');

-- What goes wrong on purpose for a share of a partner's calls.
create table partner_faults (
  partner_id bigint primary key references partners,
  -- {status or cut, afterCommit, share}
  document json not null,
  -- Since it was set, over all processes: which calls are among the share.
  calls integer not null default 0
);

-- What goes wrong on purpose with what a partner is pushed.
create table webhook_faults (
  partner_id bigint primary key references partners,
  -- {duplicate, drop, delaySeconds, reorder}
  document json not null,
  -- Where the log stood when it was set: later events are counted from there.
  after_position bigint not null
);
