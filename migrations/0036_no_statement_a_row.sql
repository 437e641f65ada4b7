-- What statements ask of a partner's clock and simulation stands in them now: a function was run as a statement of its own for each row they read.

drop function clock_ahead_ms;
drop function takes_simulated_drivers;
