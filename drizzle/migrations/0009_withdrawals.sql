CREATE TABLE "withdrawals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"contract" text NOT NULL,
	"email" text NOT NULL,
	"note" text,
	"locale" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
