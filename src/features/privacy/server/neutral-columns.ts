// Columns of the database that hold nothing of a buyer: numbers, states and days of the trade, and, marked with ~, what is of
// other people (those who work in a company, those who pay for it). Each other column stands in the register.
export const NEUTRAL = `
api_keys: company_id id ~name ~scopes ~hash ~last4 ~user_id ~created_at ~expires_on ~used_at ~revoked_at
backup_place: one place id at
calendar_links: company_id ~user_id ~token_hash ~created_at
catalogs: company_id id token ~created_by options view status done products page_count bytes opened fingerprint said
  files visits opened_at why seen_at
catalogue_visits: company_id day visits
categories: id company_id name image order is_master_category master_id created_at deleted_at version sample
client_merges: id company_id ~user_id ~who orders ~undone_by openings requests settled
clock_watch: one believed_at read_at doubted_at ran_ms steady_ms
commission_rates: id company_id ~seller_id category_id product_id rate_bp since
companies: id ~path ~name ~orders_email ~valid_until ~max_users_admin ~max_users_seller ~max_users_client
  ~max_products ~logo ~about ~city ~state ~country ~address ~lat ~lang ~whatsapp_phone ~seller_phone ~pedidos
  ~whatsapp ~has_sub_categories ~variations_active ~tag_active ~price_table_active ~price_table_config
  ~promo_price_active ~pedido_pro ~cpf_required ~cnpj_required ~importer ~additional_field_required ~additional_name
  ~primary_color ~secondary_color ~public_user ~facebook ~instagram ~tiktok ~trial ~is_blocked ~exchange_rate
  ~settings ~time_zone ~min_order_cents ~min_first_order_cents ~discount_limit_bp ~refuse_without_stock ~created_at
  ~deleted_at ~tags ~price_approval ~offer_started_at ~plan_id ~max_price_tables ~reseller_id ~blocked_reason
  ~purged_at ~version ~signup ~catalogue_open ~payment_terms ~quote_days ~document ~signed_up ~mails_per_day
  ~mails_per_recipient ~mails_stopped ~max_files_mb ~open_until
company_addresses: company_id ~address ~asked_at ~token ~expires_at ~confirmed_at
company_counters: company_id order_number catalogue_version shelf_version file_bytes
company_paths: ~path ~company
consents: id company_id at visitor granted
conversations: id company_id order_id client_id last_id asked_id answered_id seen_id
coupons: id code percent_bp plan_id yearly_only valid_until max_uses uses active repeatable
credits: id company_id ~invoice_id ~txid ~amount_cents ~at ~confirmed_by
device_keys: company_id key ~user_id client_id hash at
entities: id company_id ~type ~code ~name ~company_name ~about ~logo ~phone ~social_link ~social ~city ~state ~order
  ~active ~cover ~country ~deleted_at ~lat ~lng
erp_clients: company_id client_id
erp_orders: company_id own_key rounds lease heartbeat_at resume_at
event_days: company_id event_id day gone starts ends
events: company_id id key ~user_id all_day starts ends rule last created_at
external_photos: company_id integration_id product_id address source run_id status
external_refs: company_id integration_id kind external_id local_id seen seen_run stock_run changed_run price_run
feed_products: company_id feed_id product_id retired brings
feed_runs: company_id id feed_id status wanted hash started_at ended_at created changed same refused retired message
  issues undo_id
feeds: company_id id name url columns mode retire every_hours at_hour percent active problem failures etag
  last_modified hash next_at ~user_id created_at deleted_at
figures_kept: company_id time_zone importer cluster done_changed done_id next_round
files: company_id hash id type bytes width height thumbhash ready created_at person stripped
installation_key: only_row fingerprint at
integration_secrets: company_id ~integration_id ~field ~sealed ~last4 ~changed_at ~expires_at
integrations: company_id id type id_system active filter send_order_to_integration ignore_stock sync_categories
  problem synced_until synced_at full_at created_at deleted_at settings chosen_in
invoices: id company_id ~subscription_id ~token ~txid ~amount_cents ~option ~worth_cents ~status ~due_date
  ~expires_at ~pix ~covers_from ~covers_until ~created_at ~paid_at ~confirmed_by ~credit_cents
link_views: company_id client_id ~user_id kept
logs: id company_id at ~user_id action object object_id
mails: id company_id key language status tries note away held_for held_at
message_reads: company_id ~user_id conversation_id read_id
message_templates: id company_id ~user_id ~name ~text
messages: id company_id conversation_id key at ours ~user_id client_id
migrations: name at
notice_settings: company_id ~user_id off
notices: company_id kind valid_until at
old_names: company_id ~kind ~name ~object_id ~at
openings: company_id ~user_id
order_events: id company_id order_id at ~user_id from_status to_status kind replied
order_lines: company_id order_id line product_id variation_id code name specs ean photo quantity unit_price total
  discount_bp discount held approved_bp approved_quantity commission_bp agreed_quantity
order_payments: id company_id order_id cents day at ~who ~user_id
orders: id company_id number cart_id lines_hash status reasons origin channel session_kind ~seller_id ~seller_name
  ~created_by client_id additional_name currency exchange_rate price_table catalogue_version subtotal discount_bp
  discount total items_count diff queued payment_term delivery_date payment_status erp_status taken_at received_at
  updated_at confirmed_at cancelled_at mailed_at freight paid_at valid_until revision answer answered_at changed
  approved_freight paid_cents commission_at erased_at
pages: company_id id position kind category_id image_path
password_tokens: hash ~user_id expires_at
payment_events: ~event_id ~at ~txid ~amount_cents ~result
person_notices: company_id id ~user_id kind word number about_id href key times at read_at sent_at push_at mail_at
plans: id name products sellers price_tables admins clients monthly_cents extra_products_cents extra_seller_cents
  active order files_mb
platform: ~one ~pix_key ~pix_name ~pix_city ~consultant_name ~consultant_phone ~signup_open ~trial_days
platform_log: id ~at ~user_id ~who ~action ~object ~object_id ~about_company ~name ~changes
portfolio_moves: id company_id client_id ~user_id ~who
price_requests: id company_id ~user_id ~answered_by client_id
product_categories: company_id product_id category_id
product_images: company_id product_id slot hash
products: id company_id name code code_2 reference ean price price2 price3 price_promo promo_from promo_until
  description additional_text tags order active min_quantity multiple mixed stock entity_id search_text search_extra
  created_at updated_at deleted_at version sample
proposals: id company_id ~token ~consultant_name ~consultant_short ~consultant_phone ~prospect ~plan_id ~products
  ~sellers ~quote ~selected_payment ~created_at ~expires_at ~viewed_at ~views ~accepted_at ~tracking ~created_by
push_devices: company_id id ~user_id names created_at seen_at failing_since rests_until
put_offs: company_id id ~user_id client_id order_id until
rate_hits: key hits resets_at
resellers: id ~name ~redirect_link
rested_sign_ins: company_id ~user_id
sales_targets: company_id ~seller_id month cents
sessions: hash ~user_id company_id stay ~operator_id expires_at
showcases: company_id sites category_id most updated_at
sold_lines: company_id order_id product_id day ~seller_id pieces goods
sold_orders: company_id order_id at day ~seller_id client_id by_buyer pieces goods
subscription_asks: company_id id ~user_id ~form ~created_at
subscription_requests: id ~created_at ~about_company ~plan_id ~option ~extra_products ~extra_sellers ~amount_cents
  ~discount_cents ~coupon ~proposal_id ~description ~billing_name ~billing_document ~billing_email ~phone
  ~billing_address ~tracking ~status ~answered_at ~answered_by
subscriptions: id company_id ~status ~plan_id ~extra_products ~extra_sellers ~frequency ~option ~amount_cents
  ~discount_cents ~discount_why ~description ~billing_name ~billing_document ~billing_email ~phone ~billing_address
  ~seller_id ~due_date ~best_day_due ~tracking ~proposal_id ~created_at ~activated_at ~cancelled_at ~cancel_reason
  ~deactivate ~coupon_id ~anchor_day
sync_issues: company_id id run_id
sync_pages: company_id run_id n again found
sync_runs: company_id id integration_id mode asked_full status cursor since started_at heartbeat_at ended_at lease
  resume_at waits seen created changed retired absent message losses allowed
undos: id company_id at expires_at ~user_id kind name used_at changed also
users: id company_id level hide_price hide_no_stock margin_bp hidden_categories price_table variation_config
  currency discount_limit_bp ~seller_id link_version active created_at deleted_at ~successor_id is_visitor blocked
  merged_into changed link_revoked_at demo shared_email known_elsewhere email_confirmed_at
variations: id company_id product_id specs code ean price surcharge stock image order
visits: company_id id key ~seller_id client_id day at minutes created_at cancelled_at checked_in_at told_at
  reported_at result planned_at
webhook_deliveries: company_id id webhook_id message type about object_id occurred_at status untried next_at tries
  tried tried_at answer reason took_ms
webhooks: company_id id ~name ~url ~events ~active ~problem ~secret ~last4 ~old_secret ~old_until ~failures
  ~failing_since ~rests_until ~created_by ~created_at ~delivered_at ~deleted_at ~turn_at ~created_by_id
`
