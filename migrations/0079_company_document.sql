-- The company's CNPJ or CPF, bare: what its orders and quotes say on paper.
alter table companies add document text not null default '' check (document ~ '^[0-9A-Z]{0,14}$');
