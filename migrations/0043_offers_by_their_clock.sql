-- An offer says by how much its partner's clock was ahead when it was made: what is told of it stays, however that clock is moved since.

-- Null where it was made before that was kept.
alter table offers add column clock_ahead_ms bigint;
