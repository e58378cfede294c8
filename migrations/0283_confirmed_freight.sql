-- Freight that an admin confirmed is given by the admin (decision 0096), also of orders that are confirmed now.
update orders set approved_freight = freight where status = 'confirmado' and approved_freight is null;
