-- When somebody of the company first saw the welcome offer: its countdown runs from here, on every device.
alter table companies add column offer_started_at timestamptz;
