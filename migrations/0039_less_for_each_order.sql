-- An order is written by several hands: what follows its placement cost as much as the placement itself.

-- Found again only through the order, and written only for one that was just read: looking it up for each of its terms was half of keeping them.
alter table order_terms drop constraint order_terms_order_id_fkey;

-- Counting is one statement for all calls of a moment now (rate-windows-sql.ts). Processes that were started before go on calling these.
comment on function take_at_pace is 'For processes from before 0039; nobody calls it when they have ended';
comment on function take_from_window is 'For processes from before 0039; nobody calls it when they have ended';
