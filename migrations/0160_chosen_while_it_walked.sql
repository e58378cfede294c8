-- What the company chose while an update walked counts for a part of it only: its end leaves the link to be read as a whole.
-- The last update of the link when it was chosen.
alter table integrations add column chosen_in bigint;
