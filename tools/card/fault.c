/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/card/fault.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "hal/layers/number.h"
#include "hal/layers/spec.h"

/* The bits of a channel's status that stand for an error. */
#define ERRORS 0xfffe78u

enum { LATE_MS = 20 };

#define DMA (1u << FCL_CARD_AT_H2C | 1u << FCL_CARD_AT_C2H)

static const char *const targets[FCL_CARD_TARGETS] = {"h2c", "c2h",  "irq",    "cu",
						      "bar", "card", "socket", "reset"};

static const struct {
	const char *name;
	enum fcl_card_how how;
	unsigned targets; /* bits by enum fcl_card_target */
} hows[] = {
	{"stuck", FCL_CARD_BUSY_STUCK, DMA},
	{"short", FCL_CARD_SHORT, DMA},
	{"writeback-lost", FCL_CARD_WRITE_BACK_LOST, DMA},
	{"writeback-clean", FCL_CARD_WRITE_BACK_CLEAN, DMA},
	{"unmapped", FCL_CARD_UNMAPPED, DMA},
	{"late", FCL_CARD_LATE, DMA},
	{"early-irq", FCL_CARD_EARLY_IRQ, DMA},
	{"gone", FCL_CARD_GONE, DMA | 1u << FCL_CARD_AT_BAR | 1u << FCL_CARD_AT_CARD},
	{"lost", FCL_CARD_LOST, 1u << FCL_CARD_AT_IRQ},
	{"doubled", FCL_CARD_DOUBLED, 1u << FCL_CARD_AT_IRQ},
	{"wrong", FCL_CARD_WRONG, 1u << FCL_CARD_AT_IRQ},
	{"done-lost", FCL_CARD_DONE_LOST, 1u << FCL_CARD_AT_CU},
	{"never-idle", FCL_CARD_NEVER_IDLE, 1u << FCL_CARD_AT_CU},
	{"irq-stuck", FCL_CARD_IRQ_STUCK, 1u << FCL_CARD_AT_CU},
	{"closed", FCL_CARD_CLOSED, 1u << FCL_CARD_AT_SOCKET},
	{"release-request", FCL_CARD_REQ, 1u << FCL_CARD_AT_SOCKET},
	{"bus-error", FCL_CARD_ERR, 1u << FCL_CARD_AT_SOCKET},
	{"wrong-ids", FCL_CARD_WRONG_IDS, 1u << FCL_CARD_AT_RESET},
};

enum { HOWS = sizeof(hows) / sizeof(hows[0]) };

/* What the target can be made to do, for an error's text. */
static void list_hows(enum fcl_card_target target, char *text, size_t size)
{
	size_t length = 0;

	*text = '\0';
	if (DMA >> target & 1)
		length = (size_t)snprintf(text, size, "error3 to error6, error9 to error23, ");
	for (size_t i = 0; i < HOWS && length < size; i++)
		if (hows[i].targets >> target & 1)
			length += (size_t)snprintf(text + length, size - length, "%s, ",
						   hows[i].name);
	if (length > 2 && length < size)
		text[length - 2] = '\0';
}

static bool read_error(const char *how, size_t length, uint32_t *ret_bit)
{
	char *end;
	unsigned long bit;

	if (length < 6 || strncmp(how, "error", 5) != 0 || how[5] < '0' || how[5] > '9')
		return false;
	bit = strtoul(how + 5, &end, 10);
	*ret_bit = (uint32_t)bit;
	return end == how + length && bit < 32 && ERRORS >> bit & 1;
}

static bool read_how(const char *text, size_t length, struct fcl_card_rule *rule)
{
	if (DMA >> rule->target & 1 && read_error(text, length, &rule->bit)) {
		rule->how = FCL_CARD_ERROR;
		return true;
	}
	for (size_t i = 0; i < HOWS; i++)
		if (hows[i].targets >> rule->target & 1 && strlen(hows[i].name) == length &&
		    !memcmp(hows[i].name, text, length)) {
			rule->how = hows[i].how;
			return true;
		}
	return false;
}

/* "@3", "@3-5", "@3-"; nothing: always. */
static bool read_when(const char *text, struct fcl_card_rule *rule)
{
	char *end;

	rule->first = 1;
	rule->last = UINT64_MAX;
	if (!*text)
		return true;
	if (text[1] < '0' || text[1] > '9')
		return false;
	rule->first = rule->last = strtoull(text + 1, &end, 10);
	if (*end == '-') {
		rule->last = UINT64_MAX;
		if (end[1] >= '0' && end[1] <= '9')
			rule->last = strtoull(end + 1, &end, 10);
		else
			end++;
	}
	return !*end && rule->first && rule->first <= rule->last;
}

static int bad_target(const char *key, struct fcl_err *err)
{
	return fcl_err_set(err, -EINVAL,
			   "fault: there is no '%s'; expected h2c, c2h, irq, cu, bar, card, "
			   "socket, reset or late",
			   key);
}

static int fault_read_option(void *user, const char *key, const char *value, struct fcl_err *err)
{
	struct fcl_card *card = user;
	struct fcl_card_rule rule = {0};
	size_t length = strcspn(value, "@");
	char allowed[256];

	if (!strcmp(key, "late"))
		return fcl_layer_time(key, value, &card->late_ns, err);
	while (rule.target < FCL_CARD_TARGETS && strcmp(key, targets[rule.target]) != 0)
		rule.target++;
	if (rule.target == FCL_CARD_TARGETS)
		return bad_target(key, err);
	list_hows(rule.target, allowed, sizeof(allowed));
	if (!read_how(value, length, &rule))
		return fcl_err_set(err, -EINVAL, "fault: '%s' cannot be '%.*s'; expected %s", key,
				   (int)length, value, allowed);
	if (!read_when(value + length, &rule))
		return fcl_err_set(err, -EINVAL,
				   "fault: '%s=%s': expected '@' and a number from 1 on, or a "
				   "range such as @3-5 or @3-",
				   key, value);
	if (card->nrules == FCL_CARD_RULES)
		return fcl_err_set(err, -EINVAL, "fault: expected at most %d faults",
				   FCL_CARD_RULES);
	card->rules[card->nrules++] = rule;
	return 0;
}

int fcl_card_fault_read(struct fcl_card *card, const char *text, struct fcl_err *err)
{
	if (!card->late_ns)
		card->late_ns = LATE_MS * UINT64_C(1000000);
	return fcl_layer_options(text, fault_read_option, card, err);
}

const struct fcl_card_rule *fcl_card_fault(struct fcl_card *card, enum fcl_card_target target)
{
	uint64_t count = ++card->counts[target];

	for (unsigned i = 0; i < card->nrules; i++) {
		const struct fcl_card_rule *rule = &card->rules[i];

		if (rule->target == target && count >= rule->first && count <= rule->last)
			return rule;
	}
	return NULL;
}
