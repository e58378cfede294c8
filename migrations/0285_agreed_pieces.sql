-- Pieces of a line that keep the agreed price; null: all of them (decision 0116). Lines of before are agreed as they are.
alter table order_lines add column agreed_quantity bigint;
