-- Sankhya's prices of other units than the product's are left out, and which unit that is was not kept: the next update of
-- these links is a whole one.
update integrations set full_at = null, synced_until = null where type = 'sankhya';
