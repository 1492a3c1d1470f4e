/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_KUBE_OPTIONS_H
#define FCL_KUBE_OPTIONS_H

struct fcl_kube_options {
	const char *plugins; /* the kubelet's folder of sockets */
	const char *boards;  /* folder of board processes' sockets */
	const char *sysfs;
	const char *domain;  /* resources are called domain/type */
	const char *fpgacl;  /* the program that asks boards */
	unsigned interval_s; /* between two looks */
	unsigned ask_s;      /* between two questions to a board that answered */
	unsigned patience_s; /* in which a board has to answer */
};

enum fcl_kube_parsed { FCL_KUBE_RUN, FCL_KUBE_HELP, FCL_KUBE_WRONG };

/* Prints what is wrong, or the help. The strings are argv's. */
enum fcl_kube_parsed fcl_kube_options_parse(struct fcl_kube_options *options, int argc,
					    char **argv);

#endif
