/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_KUBE_OPTIONS_H
#define FCL_KUBE_OPTIONS_H

struct fcl_kube_options {
	const char *plugins; /* the kubelet's directory of sockets */
	const char *boards;  /* directory with board processes' sockets */
	const char *sysfs;
	const char *domain;  /* resources are named domain/type */
	const char *fpgacl;  /* the program that queries boards */
	unsigned interval_s; /* between two scans for boards */
	unsigned ask_s;      /* between two queries of a board that answers */
	unsigned patience_s; /* time limit for a board's answer */
};

enum fcl_kube_parsed { FCL_KUBE_RUN, FCL_KUBE_HELP, FCL_KUBE_WRONG };

/* Prints errors or the help text. The strings in *options point into argv. */
enum fcl_kube_parsed fcl_kube_options_parse(struct fcl_kube_options *options, int argc,
					    char **argv);

#endif
