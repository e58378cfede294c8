-- The newest first is the primary key backwards.
drop index orders_newest;
