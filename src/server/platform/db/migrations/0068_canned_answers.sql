CREATE TABLE "canned_answers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "canned_answers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"subject" text NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "canned_answers_name_key" ON "canned_answers" USING btree ("subject",lower("name"));--> statement-breakpoint
INSERT INTO "canned_answers" ("subject", "name", "text") SELECT 'claim', "name", "text" FROM "claim_answers";--> statement-breakpoint
INSERT INTO "canned_answers" ("subject", "name", "text") VALUES
	('chat', 'остаток', 'Остаток по заказу {заказ} придёт {дата}, отгрузим в тот же день.'),
	('chat', 'осмотр', 'Товар на осмотре у сервиса, ответим до {дата}.'),
	('chat', 'оплата', 'Счёт в заказе {заказ}, оплатить можно по QR до {дата}.');
