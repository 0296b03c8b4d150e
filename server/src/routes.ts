import type { FastifyInstance } from 'fastify';
import { ownDataRoutes } from './features/account/own-data/own-data-routes.ts';
import { activityRoutes } from './features/analytics/activity/activity-routes.ts';
import { boardRoutes } from './features/analytics/boards/board-routes.ts';
import { analyticsQueryRoutes } from './features/analytics/query/query-routes.ts';
import { analyticsRoutes } from './features/analytics/routes.ts';
import { exportRoutes } from './features/archives/export/export-routes.ts';
import { importRoutes } from './features/archives/import/import-routes.ts';
import { seenRoutes } from './features/analytics/seen-routes.ts';
import { providerCallbackRoutes } from './features/auth/social/provider-routes.ts';
import { authRoutes } from './features/auth/routes.ts';
import { erasureRoutes } from './features/auth/erasure/erasure-routes.ts';
import { apiTokenRoutes } from './features/auth/tokens/api-token-routes.ts';
import { securityRoutes } from './features/auth/security/security-routes.ts';
import { switchRoutes } from './features/auth/sessions/switch-routes.ts';
import { tokenRoutes } from './features/auth/passwords/token-routes.ts';
import { customerRoutes } from './features/customers/routes.ts';
import { milestoneRoutes } from './features/milestones/routes.ts';
import { contentRoutes } from './features/files/content/content-routes.ts';
import { fileRoutes } from './features/files/routes.ts';
import { changeRoutes } from './features/changes/routes.ts';
import { checkoutRoutes } from './features/checkout/routes.ts';
import { subscriptionRoutes } from './features/checkout/subscription/subscription-routes.ts';
import { webhookRoutes } from './features/checkout/events/webhook-routes.ts';
import { offlineRoutes } from './features/files/offline/offline-routes.ts';
import { zipRoutes } from './features/files/zip/zip-routes.ts';
import { uploadRoutes } from './features/files/uploads/upload-routes.ts';
import { noticeRoutes, oneClickRoutes } from './features/notices/routes.ts';
import { pictureRoutes } from './features/pictures/routes.ts';
import { calendarRoutes } from './features/calendars/routes.ts';
import { endpointRoutes } from './features/programs/endpoints/endpoint-routes.ts';
import { programEventRoutes } from './features/programs/routes.ts';
import { feedRoutes } from './features/calendars/feed-routes.ts';
import { ownFeedRoutes } from './features/auth/feeds/feed-routes.ts';
import { receiptRoutes } from './features/receipts/routes.ts';
import { faceRoutes } from './features/faces/routes.ts';
import { supportRoutes } from './features/support/routes.ts';
import { planRoutes } from './features/plans/routes.ts';
import { textPictureRoutes } from './features/projects/picture-routes.ts';
import { projectRoutes } from './features/projects/routes.ts';
import { userRoutes } from './features/users/routes.ts';
import { embedRoutes } from './features/links/embed-routes.ts';
import { linkRoutes } from './features/links/routes.ts';
import { sectionRoutes } from './features/sections/routes.ts';
import { versionRoutes } from './features/versions/routes.ts';
import { clientNoticeRoutes } from './features/versions/client-notice-routes.ts';
import { answerOtherMethods } from './http/guards/method-not-allowed.ts';
import { describeApi } from './http/answers/openapi.ts';
import { API_STEPS, type ApiParts } from './steps/api-steps.ts';
import { installSteps } from './steps/step.ts';

export async function registerApi(api: FastifyInstance, parts: ApiParts): Promise<void> {
  const otherMethods = answerOtherMethods(api);
  await describeApi(api, parts.context.config);
  await installSteps(api, API_STEPS, parts);
  await api.register(planRoutes);
  await api.register(supportRoutes);
  await api.register(userRoutes);
  await api.register(authRoutes, { prefix: '/_allauth/browser/v1' });
  await api.register(providerCallbackRoutes);
  await api.register(tokenRoutes);
  await api.register(switchRoutes);
  await api.register(securityRoutes);
  await api.register(apiTokenRoutes);
  await api.register(erasureRoutes);
  await api.register(ownDataRoutes);
  await api.register(customerRoutes);
  await api.register(programEventRoutes);
  await api.register(endpointRoutes);
  await api.register(noticeRoutes);
  await api.register(oneClickRoutes);
  await api.register(pictureRoutes);
  await api.register(projectRoutes);
  await api.register(textPictureRoutes);
  await api.register(milestoneRoutes);
  await api.register(versionRoutes);
  await api.register(sectionRoutes);
  await api.register(linkRoutes);
  await api.register(clientNoticeRoutes);
  await api.register(fileRoutes);
  await api.register(contentRoutes);
  await api.register(zipRoutes);
  await api.register(offlineRoutes);
  await api.register(faceRoutes);
  await api.register(receiptRoutes);
  await api.register(calendarRoutes);
  await api.register(ownFeedRoutes);
  await api.register(feedRoutes);
  await api.register(checkoutRoutes);
  await api.register(subscriptionRoutes);
  await api.register(webhookRoutes);
  await api.register(uploadRoutes);
  await api.register(analyticsRoutes);
  await api.register(analyticsQueryRoutes);
  await api.register(boardRoutes);
  await api.register(seenRoutes);
  await api.register(activityRoutes);
  await api.register(changeRoutes);
  await api.register(exportRoutes);
  await api.register(importRoutes);
  otherMethods.register();
}

/** Serves the players of links, each a document of its own. */
export async function registerEmbeds(embeds: FastifyInstance, parts: ApiParts): Promise<void> {
  await installSteps(embeds, API_STEPS, parts);
  const otherMethods = answerOtherMethods(embeds);
  await embeds.register(embedRoutes);
  otherMethods.register();
}

/** Serves the authentication API a second time, at the path where clients of django-allauth expect it. */
export async function registerAuth(auth: FastifyInstance, parts: ApiParts): Promise<void> {
  await installSteps(auth, API_STEPS, parts);
  await auth.register(authRoutes);
}
