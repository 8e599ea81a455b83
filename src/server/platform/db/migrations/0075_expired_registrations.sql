ALTER TABLE "registration_events" DROP CONSTRAINT "registration_events_kind";--> statement-breakpoint
ALTER TABLE "registration_events" ADD CONSTRAINT "registration_events_kind" CHECK ("registration_events"."kind" in ('submitted','taken','released','data_requested','answered','approved','rejected','reopened',
        'expired'));