-- Whether a subscription is late is worked out from the paid days and the day (docs/decisions/0112): kept, a clock that was
-- ahead for a minute made payers late for good.
update subscriptions set status = 'ativa' where status = 'atrasada';
alter table subscriptions drop constraint subscriptions_status_check;
alter table subscriptions add constraint subscriptions_status_check
  check (status in ('pendente', 'ativa', 'cancelada', 'trocada'));
