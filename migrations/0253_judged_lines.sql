-- What an admin gave an order (decision 0096): the deepest discount of a line and for how many pieces, and the freight.
-- Above the own limit a seller stays within it; more is a new discount.
alter table order_lines add column approved_bp int not null default 0, add column approved_quantity bigint not null default 0;
alter table orders add column approved_freight bigint;
-- Orders that can still change: what carries no reason was given by an admin, or is within the seller's limit.
update order_lines l set approved_quantity = l.quantity,
    approved_bp = l.discount_bp + o.discount_bp - l.discount_bp * o.discount_bp / 10000
  from orders o where o.company_id = l.company_id and o.id = l.order_id and l.discount_bp + o.discount_bp > 0
    and not 'desconto_acima' = any(o.reasons)
    and o.status in ('rascunho', 'orcamento', 'novo', 'aguardando_aprovacao', 'ajuste_solicitado', 'confirmado');
update orders set approved_freight = freight where origin = 'admin' and freight > 0
  and status in ('rascunho', 'orcamento', 'novo', 'aguardando_aprovacao', 'ajuste_solicitado', 'confirmado');

do $$
declare body text := pg_get_functiondef('app.place_order'::regproc); before text; change text[];
begin
  foreach change slice 1 in array array[
    ['valid_until, revision, utm, taken_at', 'valid_until, revision, approved_freight, utm, taken_at'],
    ['coalesce(row.revision, 0), row.utm', 'coalesce(row.revision, 0), row.approved_freight, row.utm'],
    ['discount bigint, total bigint)', 'discount bigint, total bigint, approved_bp int, approved_quantity bigint)'],
    ['discount_bp, discount, total, held)', 'discount_bp, discount, total, approved_bp, approved_quantity, held)'],
    ['l.total, case when', 'l.total, coalesce(l.approved_bp, 0), coalesce(l.approved_quantity, 0), case when'],
    ['discount_bp, discount, total)', 'discount_bp, discount, total, approved_bp, approved_quantity)'],
    [E'l.total\n    from', E'l.total, coalesce(l.approved_bp, 0), coalesce(l.approved_quantity, 0)\n    from']
  ] loop
    before := body;
    body := replace(body, change[1], change[2]);
    if body = before then raise exception 'app.place_order has no "%"', change[1]; end if;
  end loop;
  execute body;
end $$;
