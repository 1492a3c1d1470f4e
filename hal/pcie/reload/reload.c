/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/pcie/reload/reload.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/text.h"

const struct fcl_pcie_reload_places fcl_pcie_reload_places = {"/etc/fpgacl/pcie-loaders", 0,
							      "/sys/bus/pci", 600, 10000};

enum { PATH = 512, PAUSE_US = 20000 };

struct reload {
	const struct fcl_pcie_reload_places *places;
	const char *address;
	uint32_t vendor, device;
	struct fcl_text before; /* the addresses on the bus, each after a newline */
	struct fcl_err *err;
};

/* --- the kernel's files ------------------------------------------------------------------------ */

static int reload_put(const struct reload *reload, const char *file, const char *text)
{
	char path[PATH];
	ssize_t wrote;
	int fd, error = 0;

	snprintf(path, sizeof(path), "%s/%s", reload->places->pci, file);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return fcl_err_set(reload->err, -errno, "%s cannot be written to: %s", path,
				   strerror(errno));
	wrote = write(fd, text, strlen(text));
	if (wrote != (ssize_t)strlen(text))
		error = fcl_err_set(reload->err, wrote < 0 ? -errno : -EIO,
				    "%s: writing \"%s\": %s", path, text,
				    wrote < 0 ? strerror(errno) : "it took less");
	close(fd);
	return error;
}

static int put_device(const struct reload *reload, const char *address, const char *file,
		      const char *text)
{
	char name[PATH];

	snprintf(name, sizeof(name), "devices/%.32s/%.64s", address, file);
	return reload_put(reload, name, text);
}

static uint32_t reload_read_id(const struct reload *reload, const char *address, const char *file)
{
	char path[PATH], *text;
	size_t size;
	uint32_t id;

	snprintf(path, sizeof(path), "%s/devices/%.32s/%.16s", reload->places->pci, address, file);
	if (fcl_file_read(path, 64, &text, &size, NULL))
		return UINT32_MAX;
	id = (uint32_t)strtoul(text, NULL, 16);
	free(text);
	return id;
}

static bool has_driver(const struct reload *reload)
{
	char path[PATH];

	snprintf(path, sizeof(path), "%s/devices/%.32s/driver", reload->places->pci,
		 reload->address);
	return !access(path, F_OK);
}

/* --- the card among others --------------------------------------------------------------------- */

static bool was_there(const struct reload *reload, const char *address)
{
	char entry[64];

	snprintf(entry, sizeof(entry), "\n%.32s\n", address);
	return reload->before.bytes && strstr(reload->before.bytes, entry);
}

static DIR *open_bus(const struct reload *reload)
{
	char path[PATH];

	snprintf(path, sizeof(path), "%s/devices", reload->places->pci);
	return opendir(path);
}

static int note_bus(struct reload *reload)
{
	DIR *folder = open_bus(reload);
	struct dirent *entry;

	fcl_text_append(&reload->before, "\n", 1);
	while (folder && (entry = readdir(folder)))
		if (strcmp(entry->d_name, reload->address) != 0)
			fcl_text_format(&reload->before, "%s\n", entry->d_name);
	if (folder)
		closedir(folder);
	return reload->before.failed ? fcl_err_set(reload->err, -ENOMEM, "no memory for a list")
				     : 0;
}

static bool is_it(const struct reload *reload, const char *address)
{
	return reload_read_id(reload, address, "vendor") == reload->vendor &&
	       reload_read_id(reload, address, "device") == reload->device;
}

/* At its address, or at one that nothing had before. */
static bool reload_find(const struct reload *reload, char ret_address[FCL_PCIE_ADDRESS])
{
	DIR *folder;
	struct dirent *entry;
	bool found = is_it(reload, reload->address);

	snprintf(ret_address, FCL_PCIE_ADDRESS, "%.15s", reload->address);
	if (found)
		return true;
	folder = open_bus(reload);
	while (folder && !found && (entry = readdir(folder))) {
		if (*entry->d_name == '.' || strlen(entry->d_name) >= FCL_PCIE_ADDRESS ||
		    was_there(reload, entry->d_name) || !is_it(reload, entry->d_name))
			continue;
		snprintf(ret_address, FCL_PCIE_ADDRESS, "%.15s", entry->d_name);
		found = true;
	}
	if (folder)
		closedir(folder);
	return found;
}

static int find_again(const struct reload *reload, char ret_address[FCL_PCIE_ADDRESS])
{
	uint64_t until = fcl_now_ns() + reload->places->return_ms * UINT64_C(1000000);
	uint32_t vendor, device;

	while (!reload_find(reload, ret_address)) {
		if (fcl_now_ns() < until) {
			fcl_pause_us(PAUSE_US);
			continue;
		}
		vendor = reload_read_id(reload, reload->address, "vendor");
		device = reload_read_id(reload, reload->address, "device");
		if (vendor == UINT32_MAX)
			return fcl_err_set(reload->err, -ENODEV,
					   "%s: the card has not come back in %u ms",
					   reload->address, reload->places->return_ms);
		return fcl_err_set(
			reload->err, -EINVAL,
			"%s: expected a card with the ids %04x:%04x after loading, found %04x:%04x",
			reload->address, reload->vendor, reload->device, vendor, device);
	}
	return 0;
}

/* --- all -------------------------------------------------------------------------------------- */

static int take_away(const struct reload *reload)
{
	int error = has_driver(reload)
			    ? put_device(reload, reload->address, "driver/unbind", reload->address)
			    : 0;

	return error ? error : put_device(reload, reload->address, "remove", "1");
}

static int bring_back(const struct reload *reload, char ret_address[FCL_PCIE_ADDRESS])
{
	int error = reload_put(reload, "rescan", "1");

	if (!error)
		error = find_again(reload, ret_address);
	if (!error)
		error = put_device(reload, ret_address, "driver_override", "vfio-pci");
	return error ? error : reload_put(reload, "drivers_probe", ret_address);
}

int fcl_pcie_reload(const struct fcl_pcie_reload_places *places,
		    const struct fcl_pcie_loader *loader, const char *address, uint32_t vendor,
		    uint32_t device, const void *bytes, size_t size,
		    char ret_address[FCL_PCIE_ADDRESS], struct fcl_err *err)
{
	struct reload reload = {places, address, vendor, device, {0}, err};
	struct fcl_err ignored;
	int error = note_bus(&reload);

	if (!error)
		error = take_away(&reload);
	if (!error) {
		error = fcl_pcie_loader_run(loader, bytes, size, places->load_s, err);
		if (error)
			reload.err = &ignored;
		/* Also after a failure, or the card would stay away. */
		if (error)
			bring_back(&reload, ret_address);
		else
			error = bring_back(&reload, ret_address);
	}
	fcl_text_free(&reload.before);
	return error;
}
